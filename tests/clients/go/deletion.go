package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func deleteEachWay(ctx context.Context, at *place) (any, error) {
	client, result := at.kube.CoreV1().ConfigMaps(at.namespace), map[string]any{}
	owner, err := client.Create(ctx, configMap("guarded", nil), metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	wrong, version := types.UID("00000000-0000-4000-8000-000000000000"), "1"
	result["wrong uid"] = reason(client.Delete(ctx, "guarded", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &wrong}}))
	result["wrong version"] = reason(client.Delete(ctx, "guarded", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{ResourceVersion: &version}}))
	result["right"] = reason(client.Delete(ctx, "guarded", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &owner.UID, ResourceVersion: &owner.ResourceVersion}}))
	result["gone"] = reason(client.Delete(ctx, "guarded", metav1.DeleteOptions{}))
	if result["background"], err = deleteOwner(ctx, at, metav1.DeletePropagationBackground); err != nil {
		return result, err
	}
	if result["orphan"], err = deleteOwner(ctx, at, metav1.DeletePropagationOrphan); err != nil {
		return result, err
	}
	result["foreground"], err = deleteOwner(ctx, at, metav1.DeletePropagationForeground)
	return result, err
}

// reason leaves the words out where they have a uid in them.
func reason(err error) any {
	if err == nil {
		return "deleted"
	}
	return string(why(err).(map[string]any)["reason"].(metav1.StatusReason))
}

// deleteOwner deletes an owner, and gives what became of the object that it owns.
func deleteOwner(ctx context.Context, at *place, policy metav1.DeletionPropagation) (any, error) {
	client, name := at.kube.CoreV1().ConfigMaps(at.namespace), "owner-"+string([]rune(string(policy))[0]+32)
	owner, err := client.Create(ctx, configMap(name, nil), metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	block := true
	owned := configMap(name+"-owned", nil)
	owned.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: name, UID: owner.UID, BlockOwnerDeletion: &block}}
	if policy == metav1.DeletePropagationForeground {
		owned.Finalizers = []string{"reeve.dev/held"}
	}
	if _, err := client.Create(ctx, owned, metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	if err := client.Delete(ctx, name, metav1.DeleteOptions{PropagationPolicy: &policy}); err != nil {
		return nil, err
	}
	read := func(name string) func() error {
		return func() error {
			_, err := client.Get(ctx, name, metav1.GetOptions{})
			return err
		}
	}
	switch policy {
	case metav1.DeletePropagationBackground:
		if err := gone(ctx, "the owner", read(name)); err != nil {
			return nil, err
		}
		return "both gone", gone(ctx, "what it owned", read(owned.Name))
	case metav1.DeletePropagationOrphan:
		if err := gone(ctx, "the owner", read(name)); err != nil {
			return nil, err
		}
		left, err := client.Get(ctx, owned.Name, metav1.GetOptions{})
		return plain(left), err
	}
	var held *corev1.ConfigMap
	err = until(ctx, "the owned to be deleted first", func(ctx context.Context) (bool, error) {
		held, err = client.Get(ctx, owned.Name, metav1.GetOptions{})
		return err == nil && held.DeletionTimestamp != nil, err
	})
	if err != nil {
		return nil, err
	}
	waiting, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if held, err = client.Get(ctx, owned.Name, metav1.GetOptions{}); err != nil {
			return err
		}
		held.Finalizers = nil
		_, err = client.Update(ctx, held, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := gone(ctx, "what it owned", read(owned.Name)); err != nil {
		return nil, err
	}
	return plain(waiting), gone(ctx, "the owner", read(name))
}

func endNamespace(ctx context.Context, at *place) (any, error) {
	held := configMap("held", nil)
	held.Finalizers = []string{"reeve.dev/held"}
	maps, spaces := at.kube.CoreV1().ConfigMaps(at.namespace), at.kube.CoreV1().Namespaces()
	if _, err := maps.Create(ctx, held, metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	if err := spaces.Delete(ctx, at.namespace, metav1.DeleteOptions{}); err != nil {
		return nil, err
	}
	var ending *corev1.Namespace
	err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		found, err := spaces.Get(ctx, at.namespace, metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		ending = found
		return len(ending.Status.Conditions) >= 5, nil
	})
	conditions := map[string]string{}
	for _, found := range ending.Status.Conditions {
		conditions[string(found.Type)] = string(found.Status) + " " + found.Reason + ": " + found.Message
	}
	result := map[string]any{"phase": ending.Status.Phase, "conditions": conditions, "said": err == nil}
	_, err = maps.Create(ctx, configMap("late", nil), metav1.CreateOptions{})
	result["late"] = why(err)
	if _, err := maps.Patch(ctx, "held", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{}); err != nil {
		return result, err
	}
	return result, gone(ctx, "the namespace", func() error {
		_, err := spaces.Get(ctx, at.namespace, metav1.GetOptions{})
		return err
	})
}
