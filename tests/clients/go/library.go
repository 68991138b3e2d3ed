package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrlscheme "sigs.k8s.io/controller-runtime/pkg/scheme"
)

// Library is a kind of its own, typed as programs do it.
type Library struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              LibrarySpec   `json:"spec"`
	Status            LibraryStatus `json:"status,omitempty"`
}

type LibrarySpec struct {
	Books []string `json:"books"`
}

type LibraryStatus struct {
	Shelved    int                `json:"shelved,omitempty"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type LibraryList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Library `json:"items"`
}

var libraryScheme = (&ctrlscheme.Builder{GroupVersion: schema.GroupVersion{Group: "manager.reeve.dev", Version: "v1"}}).
	Register(&Library{}, &LibraryList{})

func (l *Library) copy() Library {
	made := *l
	l.ObjectMeta.DeepCopyInto(&made.ObjectMeta)
	made.Spec.Books = append([]string(nil), l.Spec.Books...)
	made.Status.Conditions = append([]metav1.Condition(nil), l.Status.Conditions...)
	return made
}

func (l *Library) DeepCopyObject() runtime.Object {
	made := l.copy()
	return &made
}

func (l *LibraryList) DeepCopyObject() runtime.Object {
	made := *l
	made.Items = make([]Library, len(l.Items))
	for at := range l.Items {
		made.Items[at] = l.Items[at].copy()
	}
	return &made
}
